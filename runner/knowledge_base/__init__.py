"""The knowledge base side: documents and their manifest, passages, and whether a gold answer stands in the corpus."""
