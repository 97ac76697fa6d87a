"""The browser client: built files, from the package or from the repository, and index.html for every other path."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_NOT_BUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Semafor</title>
<h1>Semafor</h1><p>The server runs, but the browser client has not been built.
In the repository: <code>make play</code>. The API is described in <a href="/openapi.json">/openapi.json</a>.</p>"""
_FOR_EVER: Final = "public, max-age=31536000, immutable"


def find_pages() -> Path | None:
    """Return the folder of the built client: in the package, or else web/dist of this repository."""
    package = Path(str(files("semafor.server").joinpath("web")))
    repository = Path(__file__).parents[4] / "web" / "dist"
    return next((folder for folder in (package, repository) if (folder / "index.html").is_file()), None)


class Pages(StaticFiles):
    """The files of the client; those with a hash in their name are cached for ever, others revalidated."""

    def __init__(self, folder: Path | None) -> None:
        """Take the folder, if there is one."""
        self.folder = folder
        super().__init__(directory=folder, check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or index.html for every other path: the client does the routing."""
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404)
        if self.folder is None:
            if scope["method"] not in {"GET", "HEAD"}:
                raise HTTPException(405)
            return HTMLResponse(_NOT_BUILT)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith("assets/"):
                raise
            response = FileResponse(self.folder / "index.html")
        response.headers["cache-control"] = _FOR_EVER if path.startswith("assets/") else "no-cache"
        return response
