package struct ForeignOptions {
  /// True to leave parts without a counterpart to the host, with a warning, instead of an error.
  package var isLenient = false
  /// True if only a machine reads the translation: it needs no layout.
  package var isUnseen = false
  /// Reads a file at or below the folder of the chart, by its path from there. Returns its bytes, or the reason why
  /// it cannot be read.
  package var read: (_ path: String) -> Result<[UInt8], ForeignFileError> = { _ in
    .failure(ForeignFileError(reason: "this chart is in no folder"))
  }

  package init() {}
}

/// The reason why a file that a chart names cannot be read.
package struct ForeignFileError: Error {
  package let reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
