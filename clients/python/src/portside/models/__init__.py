"""The types of requests and answers, one module for each version of the API."""
