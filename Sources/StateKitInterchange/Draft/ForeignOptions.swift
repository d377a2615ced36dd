/// What a translation may need beside the document.
package struct ForeignOptions {
  /// What cannot be said here is left to the host, with a warning, instead of refused.
  package var isLenient = false
  /// Nobody reads the translation but a machine: it needs no layout.
  package var isUnseen = false
  /// Reads a file at or below the folder of the chart, by its path from there; nil, or why it cannot be read.
  package var read: (_ path: String) -> Result<[UInt8], ForeignFileError> = { _ in
    .failure(ForeignFileError(reason: "this chart is in no folder"))
  }

  package init() {}
}

/// Why a file that a chart names cannot be read.
package struct ForeignFileError: Error {
  package let reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
