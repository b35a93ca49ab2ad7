"""A proxy in front of a server, which has it in a folder."""

import http.client
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from service_tests import Server

FOLDER = "/play"


def proxy_to(server: Server) -> ThreadingHTTPServer:
    """Make a proxy that hands on what is asked in its folder, without the folder's name."""
    address = server.client.base_url

    class Handler(BaseHTTPRequestHandler):
        def _hand_on(self) -> None:
            if not self.path.startswith(f"{FOLDER}/"):
                self.send_error(404)
                return
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked = {name: value for name, value in self.headers.items() if name != "Connection"}
            line = http.client.HTTPConnection(address.host, address.port or 80, timeout=30)
            # A page that leaves hangs up on the events that it has asked for.
            with closing(line), suppress(ConnectionError):
                line.request(self.command, self.path.removeprefix(FOLDER), body or None, asked)
                with line.getresponse() as answer:
                    self.send_response(answer.status)
                    for name, value in answer.getheaders():
                        if name.lower() not in ("transfer-encoding", "connection"):
                            self.send_header(name, value)
                    self.end_headers()
                    while part := answer.read1():
                        self.wfile.write(part)

        do_GET = do_POST = do_DELETE = _hand_on  # noqa: N815 - the library's names

        def log_message(self, *args: object) -> None:
            pass

    return ThreadingHTTPServer(("127.0.0.1", 0), Handler)
