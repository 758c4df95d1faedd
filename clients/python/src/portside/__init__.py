"""Client of the Portside trade and storefront compliance API."""

from . import models, webhooks
from ._async.resources import AsyncCertificate
from ._async_client import AsyncPortside, AsyncPublicPortside
from ._cancel import Cancellation, Cancelled
from ._client import Portside, PublicPortside
from ._options import AsyncCallOptions, CallOptions
from ._pages import AsyncPages, Pages
from ._raw import RawResponse
from ._sync.resources import Certificate
from ._version import VERSION as __version__
from .errors import (
    ApiError,
    ApiKeyError,
    AuthError,
    BetaError,
    ConflictError,
    ConnectionError,
    FaultDetail,
    IncompleteError,
    InvalidError,
    JobError,
    LimitError,
    NotFoundError,
    PortsideError,
    ResponseError,
    ScopeError,
    ServerError,
    TimeoutError,
    UpstreamError,
    UrlError,
    WebhookError,
)
from .types import (
    AdjacentHit,
    Finding,
    GccRequest,
    HtsResult,
    HtsStatus,
    LookupResult,
    Meta,
    RateWindow,
    ScanReport,
    TariffList,
)

__all__ = [
    "AdjacentHit",
    "ApiError",
    "ApiKeyError",
    "AsyncCallOptions",
    "AsyncCertificate",
    "AsyncPages",
    "AsyncPortside",
    "AsyncPublicPortside",
    "AuthError",
    "BetaError",
    "CallOptions",
    "Cancellation",
    "Cancelled",
    "Certificate",
    "ConflictError",
    "ConnectionError",
    "FaultDetail",
    "Finding",
    "GccRequest",
    "HtsResult",
    "HtsStatus",
    "IncompleteError",
    "InvalidError",
    "JobError",
    "LimitError",
    "LookupResult",
    "Meta",
    "NotFoundError",
    "Pages",
    "Portside",
    "PortsideError",
    "PublicPortside",
    "RateWindow",
    "RawResponse",
    "ResponseError",
    "ScanReport",
    "ScopeError",
    "ServerError",
    "TariffList",
    "TimeoutError",
    "UpstreamError",
    "UrlError",
    "WebhookError",
    "__version__",
    "models",
    "webhooks",
]
