"""What a package index shows: where the sources are, and the README with links that work there."""

from __future__ import annotations

import re

LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()(?!https?:|#|mailto:)([^)\s]+)\)")
PICTURE = (".webp", ".png", ".svg", ".avif")


def readme(text: str, url: str, version: str) -> str:
    """Return a README whose links into the repository are absolute, at the tag of a version."""

    def absolute(match: re.Match[str]) -> str:
        start, path = match.groups()
        kind = "raw" if path.endswith(PICTURE) else "blob"
        return f"{start}{url}/{kind}/v{version}/{path})"

    return LINK.sub(absolute, text)


def urls(url: str) -> dict[str, str]:
    """Return the links beside a package's description."""
    return {
        "Source": url,
        "Documentation": f"{url}/tree/main/docs",
        "Changelog": f"{url}/blob/main/CHANGELOG.md",
        "Issues": f"{url}/issues",
    }
