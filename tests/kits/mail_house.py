"""A post house: Postfix and Dovecot on high ports of loopback, with certificates of an authority of their own.

Everything lies in one folder of its own under /tmp and goes with it; no setting of the system is read or changed, and
no letter leaves the house. Postfix starts as root alone: where tests run as somebody else, `sudo -n` has to work.
"""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from mail_certificates import authority_and_server
from tools import missing, need

DOMAIN = "house.example"
PASSWORD = "hardtack"
#: The boxes belong to the user that the programs call nobody; with root, Dovecot opens none.
KEEPER = 65534
SECONDS = 20.0
SYSTEM = ("/usr/sbin", "/sbin", "/usr/lib/postfix/sbin", "/usr/libexec/postfix")
#: Queues in which a letter may lie that has been taken and not yet delivered.
QUEUES = ("maildrop", "incoming", "active", "deferred")

MAIN = """compatibility_level = 3.6
queue_directory = {place}/queue
data_directory = {place}/data
daemon_directory = {daemons}
maillog_file = {place}/mail.log
maillog_file_prefixes = {place}
myhostname = mx.{domain}
mydestination =
local_recipient_maps =
alias_maps =
alias_database =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
virtual_mailbox_domains = {domain}
virtual_mailbox_base = {place}/boxes
virtual_mailbox_maps = texthash:{place}/mailboxes
virtual_uid_maps = static:{keeper}
virtual_gid_maps = static:{keeper}
default_transport = error:nothing leaves this house
message_size_limit = 80000000
mailbox_size_limit = 0
virtual_mailbox_limit = 0
smtpd_tls_cert_file = {place}/server.pem
smtpd_tls_key_file = {place}/server.key
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{auth}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = permit_sasl_authenticated, reject
in_flow_delay = 0
"""
MASTER = """127.0.0.1:{smtp} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
127.0.0.1:{starttls} inet n - n - - smtpd
  -o smtpd_tls_security_level=encrypt
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""
DOVECOT = """protocols = imap
listen = 127.0.0.1
base_dir = {place}/run
state_dir = {place}/state
log_path = {place}/dovecot.log
ssl = required
ssl_cert = <{place}/server.pem
ssl_key = <{place}/server.key
auth_mechanisms = plain login
mail_location = maildir:{place}/boxes/%n
first_valid_uid = {keeper}
first_valid_gid = {keeper}
passdb {{
  driver = passwd-file
  args = scheme=plain username_format=%n {place}/users
}}
userdb {{
  driver = static
  args = uid={keeper} gid={keeper} home={place}/boxes/%n
}}
service imap-login {{
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {imap}
    ssl = yes
  }}
}}
service auth {{
  inet_listener {{
    address = 127.0.0.1
    port = {auth}
  }}
}}
"""


def program(name: str) -> str:
    """A program of the system's, also where its folder is on nobody's path."""
    found = next((shutil.which(name, path=folder) for folder in SYSTEM if shutil.which(name, path=folder)), None)
    return found or need(name)


def as_root(*words: str) -> list[str]:
    """The words of a command as root would run it."""
    return [*words] if os.geteuid() == 0 else ["sudo", "-n", *words]


def need_root() -> None:
    """The end of this test where nobody here may start a mail server."""
    if os.geteuid() != 0 and (shutil.which("sudo") is None or subprocess.run(["sudo", "-n", "true"]).returncode):
        missing("a mail server is started by root, and 'sudo -n' does not work")


def free_ports(count: int) -> list[int]:
    """Ports that were free a moment ago."""
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


@dataclass
class House:
    """The house at work. `names` have a mailbox each, all with the same password."""

    names: Sequence[str]
    place: Path
    smtp: int
    starttls: int
    imap: int
    auth: int
    started: list[str] = field(default_factory=list)

    @property
    def authority(self) -> Path:
        """The certificate to trust."""
        return self.place / "authority.pem"

    def address(self, name: str) -> str:
        """Returns the address of somebody of the house."""
        return f"{name}@{DOMAIN}"

    def trust(self) -> ssl.SSLContext:
        """TLS as a client of the house has to have it."""
        return ssl.create_default_context(cafile=str(self.authority))

    # ------------------------------------------------------------------------------------------------------- the course
    def furnish(self) -> None:
        """Certificates, settings, boxes, and whom each belongs to."""
        authority_and_server(self.place)
        facts = {
            "place": self.place, "domain": DOMAIN, "keeper": KEEPER, "smtp": self.smtp, "starttls": self.starttls,
            "imap": self.imap, "auth": self.auth, "daemons": daemon_folder(),
        }  # fmt: skip
        for name in ("queue", "data", "boxes", "run", "state"):
            (self.place / name).mkdir()
        self.write("main.cf", MAIN.format(**facts))
        self.write("master.cf", MASTER.format(**facts))
        self.write("dovecot.conf", DOVECOT.format(**facts))
        self.write("users", "".join(f"{name}:{PASSWORD}\n" for name in self.names))
        self.write("mailboxes", "".join(f"{self.address(name)} {name}/\n" for name in self.names))
        self.run("chown", "-R", f"{KEEPER}:{KEEPER}", str(self.place / "boxes"))
        self.run("chown", "postfix", str(self.place / "data"))
        self.run("chown", "root", *(str(self.place / name) for name in ("main.cf", "master.cf", "queue")))

    def write(self, name: str, text: str) -> None:
        """A settings file."""
        (self.place / name).write_text(text, encoding="ascii")

    def run(self, *words: str) -> str:
        """A command of root's. Its words go to a file, for a server that it leaves behind would keep a pipe open."""
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(as_root(*words), stdout=said, stderr=said, stdin=subprocess.DEVNULL)
            said.seek(0)
            told = said.read().decode("utf-8", "replace")
        assert done.returncode == 0, (words, told, self.log())
        return told

    def log(self) -> str:
        """The last that the servers wrote down."""
        found = [path for name in ("mail.log", "dovecot.log") if (path := self.place / name).exists()]
        with suppress(OSError):
            return "\n".join(path.read_text(errors="replace")[-2000:] for path in found)
        return "the logs are not ours to read"

    def open(self) -> None:
        """Both servers started, and both listening."""
        self.open_dovecot()
        self.open_postfix()
        for port in (self.imap, self.smtp, self.starttls):
            wait_for_port(port, self)

    def open_dovecot(self) -> None:
        """Dovecot alone."""
        self.run(program("dovecot"), "-c", str(self.place / "dovecot.conf"))
        self.started.append("dovecot")

    def open_postfix(self) -> None:
        """Postfix alone."""
        self.run(program("postfix"), "-c", str(self.place), "start")
        self.started.append("postfix")

    def close_dovecot(self) -> None:
        """Dovecot stopped, connections and all."""
        if "dovecot" in self.started:
            self.run(program("doveadm"), "-c", str(self.place / "dovecot.conf"), "stop")
            self.started.remove("dovecot")

    def close_postfix(self) -> None:
        """Postfix stopped, at once."""
        if "postfix" in self.started:
            self.run(program("postfix"), "-c", str(self.place), "abort")
            self.started.remove("postfix")

    def close(self) -> None:
        """Whatever was started stopped, and all of it taken away."""
        try:
            self.close_postfix()
            self.close_dovecot()
        finally:
            subprocess.run(as_root("rm", "-rf", str(self.place)), check=False)

    # ------------------------------------------------------------------------------------------------------ the letters
    def settle(self) -> None:
        """Until every letter that was taken lies in a box."""
        folders = [str(self.place / "queue" / name) for name in QUEUES]
        end = time.monotonic() + SECONDS
        while self.queued(folders):
            assert time.monotonic() < end, ("letters are stuck", self.log())
            time.sleep(0.02)

    def empty(self) -> None:
        """Takes all letters away, for another test."""
        self.settle()
        self.run("find", str(self.place / "boxes"), "-mindepth", "1", "-delete")

    def queued(self, folders: Sequence[str]) -> bytes:
        """The files of the queue; one that leaves while it is looked at makes `find` fail, which means nothing."""
        done = subprocess.run(as_root("find", *folders, "-type", "f"), capture_output=True, check=False)
        return done.stdout


def daemon_folder() -> str:
    """Returns the folder of Postfix's daemons on this system."""
    done = subprocess.run([program("postconf"), "-d", "-h", "daemon_directory"], capture_output=True, text=True)
    return done.stdout.strip()


def wait_for_port(port: int, house: House) -> None:
    """Until somebody listens there."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < end, (f"nobody listens on {port}", house.log())
            time.sleep(0.05)
        else:
            return


@contextmanager
def open_house(*names: str) -> Iterator[House]:
    """A house with a box for each name. Its folder has a short path, for a socket's path may have 107 bytes."""
    for each in ("postfix", "dovecot"):
        program(each)
    need_root()
    place = Path(tempfile.mkdtemp(prefix="pbem-house-", dir="/tmp"))
    place.chmod(0o755)
    smtp, starttls, imap, auth = free_ports(4)
    house = House(names, place, smtp, starttls, imap, auth)
    try:
        house.furnish()
        house.open()
        yield house
    finally:
        house.close()
