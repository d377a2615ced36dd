/// The script that lets a page play: plain JavaScript without dependencies.
///
/// All pages have an equal script, so that the page's policy can name it by its hash. Texts of a chart enter the page
/// as text only.
enum PlayerScript {
  /// SHA-256 of `text` in base64. A test checks it.
  static let hash = "FE+7Jr9dfBWnRVSaSY3e5PXto7wb8Z4RYJyGRrzPZGw="

  static let text = String(decoding: parts.joined(), as: UTF8.self)

  private static let parts = [
    PackageResources.data_js, PackageResources.unfolding_js, PackageResources.drawing_js, PackageResources.view_js,
    PackageResources.pointer_js, PackageResources.steps_js, PackageResources.timeline_js, PackageResources.search_js,
    PackageResources.simulator_js, PackageResources.keys_js, PackageResources.start_js,
  ]
}
