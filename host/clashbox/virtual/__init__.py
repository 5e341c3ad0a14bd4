"""The virtual device: `from clashbox.virtual import VirtualDevice`."""

from clashbox.virtual.device import VirtualDevice
from clashbox.virtual.process import VirtualDeviceError

__all__ = ["VirtualDevice", "VirtualDeviceError"]
