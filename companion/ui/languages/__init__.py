"""The screen's texts in each language: gettext catalogues, read from their sources."""

from companion.ui.languages.catalogue import LANGUAGES, Catalogue, preferred

__all__ = ["LANGUAGES", "Catalogue", "preferred"]
