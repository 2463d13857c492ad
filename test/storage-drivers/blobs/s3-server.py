"""
Runs OpenStack Swift with its S3 API, all servers in this process, with its data in the folder of the first argument.
Prints the port. The access key is "test:tester", its secret "testing".
"""

import os
import sys
from array import array

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi
from swift.common import utils
from swift.common.ring import RingData

folder = sys.argv[1]
utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = test\n\n[storage-policy:0]\nname = default\ndefault = yes\n")

from swift.common import storage_policy

storage_policy.reload_storage_policies()
utils.validate_hash_conf()

from swift.account.server import AccountController
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

SERVERS = [("account", AccountController), ("container", ContainerController), ("object", ObjectController)]
os.makedirs(os.path.join(folder, "disk"), exist_ok=True)
shared = {"swift_dir": folder, "devices": folder, "mount_check": "false", "log_level": "ERROR"}
sockets = {}
for name, _ in SERVERS:
    sockets[name] = eventlet.listen(("127.0.0.1", 0))
    port = sockets[name].getsockname()[1]
    device = {"id": 0, "zone": 0, "region": 1, "device": "disk", "ip": "127.0.0.1", "port": port}
    device.update(replication_ip="127.0.0.1", replication_port=port, weight=1, meta="")
    RingData([array("H", [0, 0])], [device], 31).save(os.path.join(folder, name + ".ring.gz"))

write(
    "proxy.conf",
    """[DEFAULT]
swift_dir = %s
log_level = ERROR

[pipeline:main]
pipeline = s3api tempauth proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin

[filter:s3api]
use = egg:swift#s3api
"""
    % folder,
)


class NoCache:
    """In place of memcached, which Swift requires but does not need."""

    def get(self, *_, **__):
        return None

    def set(self, *_, **__):
        pass

    def delete(self, *_, **__):
        pass


def with_cache(app):
    def handle(env, start_response):
        env["swift.cache"] = NoCache()
        return app(env, start_response)

    return handle


class Silent:
    def write(self, _text):
        pass


for name, controller in SERVERS:
    eventlet.spawn(wsgi.server, sockets[name], controller(dict(shared)), Silent())
proxy = eventlet.listen(("127.0.0.1", 0))
app = loadapp(os.path.join(folder, "proxy.conf"), global_conf={"log_name": "proxy"})
print(proxy.getsockname()[1], flush=True)
wsgi.server(proxy, with_cache(app), Silent())
