"""Long lists in pages."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """Fifty a page, up to 500 on request."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500
