/// The script that lets a page play: plain JavaScript without dependencies.
///
/// All pages have an equal script, so that the page's policy can name it by its hash. Texts of a chart enter the page
/// as text only.
enum PlayerScript {
  /// SHA-256 of `text` in base64. A test checks it.
  static let hash = "4UxaGHzKUH4x4Q+ZJ/mVeSHc+JOuIQ5ZRVq10sUkSRs="

  static let text = [
    HTMLTexts.data, HTMLTexts.unfolding, HTMLTexts.drawing, HTMLTexts.view, HTMLTexts.pointer, HTMLTexts.steps,
    HTMLTexts.timeline, HTMLTexts.search, HTMLTexts.simulator, HTMLTexts.keys, HTMLTexts.start,
  ].joined()
}
