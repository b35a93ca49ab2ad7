"""Many questions on many cores: worker processes, and an ordered map over them."""
