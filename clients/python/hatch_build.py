"""Makes the files that are not committed, before a package is built in a clone. A source archive contains them."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GenerateHook(BuildHookInterface[Any]):
    @property
    def _is_clone(self) -> bool:
        return (Path(self.root).parents[1] / "test" / "golden").is_dir() and (Path(self.root) / "tools").is_dir()

    def dependencies(self) -> list[str]:
        return ["PyYAML==6.0.3", "unasync==0.6.0"] if self._is_clone else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self._is_clone:
            sys.path.insert(0, str(Path(self.root) / "tools"))
            import generate

            generate.write()
        elif not (Path(self.root) / "src" / "portside" / "_sync").is_dir():
            raise FileNotFoundError(
                "Install from a whole clone of the repository, with pip 21.3 or newer, or from a source archive."
            )
