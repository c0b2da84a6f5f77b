# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# An authorization server (django-oauth-toolkit) with a resource that requires its tokens (REST framework), for
# gunicorn. OAUTH_DATABASE names the file of its database, which is created here.
import os

import django
from django.conf import settings
from django.core.management import call_command
from django.http import HttpResponse


def lifetime(request):
    """The lifetime of a token in seconds: two if its scope asks for it."""
    return 2 if "short" in (request.scopes or []) else 3600


settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": os.environ["OAUTH_DATABASE"],
            "OPTIONS": {"timeout": 20},
        }
    },
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "oauth2_provider", "rest_framework"],
    OAUTH2_PROVIDER={
        "ACCESS_TOKEN_EXPIRE_SECONDS": lifetime,
        "SCOPES": {"read": "read", "write": "write", "short": "two seconds"},
    },
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    REST_FRAMEWORK={"DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"]},
    ROOT_URLCONF=__name__,
    SECRET_KEY="interop",
    USE_TZ=True,
)
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.urls import include, path  # noqa: E402
from oauth2_provider.contrib.rest_framework import OAuth2Authentication, TokenHasScope  # noqa: E402
from oauth2_provider.models import AccessToken, Application  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.views import APIView  # noqa: E402


class Resource(APIView):
    """Returns the client and the scope of a token, if it has the required scope."""

    authentication_classes = [OAuth2Authentication]
    permission_classes = [TokenHasScope]
    required_scopes = ["read"]

    def get(self, request):
        return Response({"client": request.auth.application.client_id, "scope": request.auth.scope})


class Writable(Resource):
    required_scopes = ["write"]


def revoke(request, client):
    AccessToken.objects.filter(application__client_id=client).delete()
    return HttpResponse(status=204)


urlpatterns = [
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
    path("read", Resource.as_view()),
    path("write", Writable.as_view()),
    path("revoke/<client>", revoke),
]

call_command("migrate", verbosity=0)
for client, secret in [
    ("i:d/%+ü", "s:e/c%r+e ü"), ("crowd", "hunter2"), ("steady", "hunter2"), ("revoked", "hunter2"), ("asking", "hunter2"),
    ("command", "hunter2"),
]:
    Application.objects.create(
        name=client,
        client_id=client,
        client_secret=secret,
        client_type=Application.CLIENT_CONFIDENTIAL,
        authorization_grant_type=Application.GRANT_CLIENT_CREDENTIALS,
    )

application = get_wsgi_application()
