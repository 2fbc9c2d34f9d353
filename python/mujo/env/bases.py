"""Classes of packages without types; the stub beside this module gives them the types that mujo relies on."""

from pettingzoo import AECEnv as AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper as OrderEnforcingWrapper
