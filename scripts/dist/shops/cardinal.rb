# Formula of Homebrew. manifests.sh fills it in.
class Cardinal < Formula
  desc "Pivot explorer for spreadsheets and Parquet"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "@HOMEPAGE@/releases/download/v@VERSION@/cardinal-@VERSION@-macos-arm64.zip"
      sha256 "@SUM-macos-arm64.zip@"
    end
    on_intel do
      url "@HOMEPAGE@/releases/download/v@VERSION@/cardinal-@VERSION@-macos-amd64.zip"
      sha256 "@SUM-macos-amd64.zip@"
    end
  end
  on_linux do
    url "@HOMEPAGE@/releases/download/v@VERSION@/cardinal-@VERSION@-linux-amd64.tar.xz"
    sha256 "@SUM-linux-amd64.tar.xz@"
  end

  def install
    if OS.mac?
      prefix.install "Cardinal.app"
      bin.install_symlink prefix/"Cardinal.app/Contents/MacOS/cardinal"
    else
      prefix.install Dir["*"]
    end
    generate_completions_from_executable(bin/"cardinal", "completion", shells: [:bash, :zsh, :fish, :pwsh])
  end

  test do
    (testpath/"t.csv").write("a,n\nx,1\nx,2\n")
    assert_match "3", shell_output("#{bin}/cardinal pivot t.csv -r a -v 'sum(n)' --format csv")
    assert_match version.to_s, shell_output("#{bin}/cardinal --version")
  end
end
