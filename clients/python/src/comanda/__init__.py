"""Typed client for Comanda: a restaurant's orders, live events and webhooks."""

from .client import Comanda
from .errors import ComandaError, ResetError, SignatureError
from .webhook import verify_webhook

__all__ = ["Comanda", "ComandaError", "ResetError", "SignatureError", "verify_webhook"]
