"""The screens, one module each: loaded when shown, dropped after."""
