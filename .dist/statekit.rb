# The formula for Homebrew. A release has it filled in: capital words are what is known only then.
class Statekit < Formula
  desc "Run and test statecharts that are JSON files"
  homepage "https://github.com/OWNER/statekit"
  license "MIT"
  version "0.1.0"

  on_macos do
    url "https://github.com/OWNER/statekit.git", tag: "v0.1.0", revision: "REVISION"
    depends_on xcode: ["26.0", :build]
  end

  on_linux do
    on_intel do
      url "https://github.com/OWNER/statekit/releases/download/v0.1.0/statekit-0.1.0-linux-x86_64.tar.gz"
      sha256 "SHA256_X86_64"
    end
    on_arm do
      url "https://github.com/OWNER/statekit/releases/download/v0.1.0/statekit-0.1.0-linux-aarch64.tar.gz"
      sha256 "SHA256_AARCH64"
    end
  end

  def install
    if OS.mac?
      # Homebrew builds in a sandbox, in which Swift cannot make one of its own.
      system "make", "install", "PREFIX=#{prefix}",
        "RELEASE_FLAGS=-c release --scratch-path .build/static --product statekit --disable-sandbox"
    else
      prefix.install "bin", "share", "LICENSE"
    end
  end

  test do
    system bin/"statekit", "new", "door"
    system bin/"statekit", "test", "door.events.txt"
  end
end
