"""The operations of the API, one module for each of its versions."""
