"""Classes of packages without types; the stub beside this module gives them the types that mujo relies on."""

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

__all__ = ["AECEnv", "OrderEnforcingWrapper"]
