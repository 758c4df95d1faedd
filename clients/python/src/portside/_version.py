VERSION = "0.2.0"
USER_AGENT = f"portside-python/{VERSION}"
