"""Typed client for Comanda: a restaurant's orders, live events and webhooks."""

from .client import Comanda
from .errors import ComandaError, NetworkError, ResetError, SignatureError
from .webhook import verify_webhook

__all__ = [
    "Comanda",
    "ComandaError",
    "NetworkError",
    "ResetError",
    "SignatureError",
    "verify_webhook",
]
