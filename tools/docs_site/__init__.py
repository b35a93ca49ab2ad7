"""What MkDocs cannot do by itself for the documentation site: reference pages and drawn boards."""
