"""The Content-Security-Policy of the browser client, wherever it is served from."""

from __future__ import annotations

from typing import Final

_POLICY: Final = (
    "default-src 'none'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
)


def content_policy(*more: str) -> str:
    """Return the policy with further directives: which scripts may run, and who may frame the page."""
    return "; ".join((*_POLICY, *more))
