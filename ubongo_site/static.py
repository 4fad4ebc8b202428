"""Static files under hashed names, for production."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedModuleStorage(CompressedManifestStaticFilesStorage):
    """Also rewrites what one ES module imports from another."""

    support_js_module_import_aggregation = True
