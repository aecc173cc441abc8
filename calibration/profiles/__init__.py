"""What was learned about tables, cameras and pieces, kept as one readable TOML file each."""

from calibration.profiles.bundle import export_profiles, import_profiles
from calibration.profiles.camera_file import StoredCamera
from calibration.profiles.checked import ProfileError
from calibration.profiles.pieces_file import PieceSet
from calibration.profiles.store import ProfileStore, default_store
from calibration.profiles.table_file import StoredTable

__all__ = [
    "PieceSet",
    "ProfileError",
    "ProfileStore",
    "StoredCamera",
    "StoredTable",
    "default_store",
    "export_profiles",
    "import_profiles",
]
