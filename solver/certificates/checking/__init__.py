"""The checker of certificates. It follows the rules in `positions`, without engines or kernels."""
