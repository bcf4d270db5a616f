"""A mailbox over IMAP: nothing is lost when the line breaks, taken before it is safe, or said in clear."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from mail_kit import ENVELOPE, letter
from mail_servers import Hangup, ImapServer, Talk, certificates, running

from pbem.base.errors import BadInput, Waiting
from pbem.mail.imap import KEYWORD, Account, ImapBox, Security
from pbem.mail.letter import read_letter
from pbem.mail.secrets import Secret, parse_secret
from pbem.mail.sources import MOST_READ

LETTERS = {3: letter(ENVELOPE), 5: letter(b"second\n"), 12: letter(b"third\n")}


@pytest.fixture(autouse=True)
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUB_PASSWORD", "hardtack")


def account(server: ImapServer, **fields: object) -> Account:
    """Our place on a server of this machine."""
    told = {"host": "localhost", "user": "club", "port": server.port, "secret": parse_secret("env:CLUB_PASSWORD")}
    return Account(**{"security": Security.NONE, **told, **fields})  # type: ignore[arg-type]


OPENED: list[ImapBox] = []


@pytest.fixture(autouse=True)
def closing() -> Iterator[None]:
    """Every box of a test is closed when it ends."""
    yield
    while OPENED:
        OPENED.pop().close()


def opened(place: Account, folder: str = "INBOX") -> ImapBox:
    """A box that will be closed."""
    OPENED.append(ImapBox(place, folder))
    return OPENED[-1]


@pytest.fixture
def server() -> Iterator[ImapServer]:
    made = ImapServer(letters=dict(LETTERS))
    with running(made):
        yield made


def taken(box: ImapBox, into: list[bytes] | None = None) -> list[bytes]:
    """All that waits, acknowledged one by one."""
    found = [] if into is None else into
    for handle, data in box.letters():
        found.append(data)
        box.done(handle)
    return found


def test_letters_come_oldest_first_and_whole(server: ImapServer) -> None:
    assert taken(opened(account(server))) == list(LETTERS.values())
    assert read_letter(LETTERS[3]).parts[0].data == ENVELOPE


def test_a_letter_comes_again_until_it_is_acknowledged(server: ImapServer) -> None:
    box = opened(account(server))
    handles = [handle for handle, _ in box.letters()]
    assert [handle for handle, _ in box.letters()] == handles
    box.done(handles[1])
    assert [handle for handle, _ in opened(account(server)).letters()] == [handles[0], handles[2]]


def test_our_mark_is_a_keyword_so_that_a_person_may_read_along(server: ImapServer) -> None:
    server.flags[5] = {"\\Seen"}
    assert len(taken(opened(account(server)))) == 3
    assert server.flags[3] == {KEYWORD}


def test_at_gmail_whose_search_for_what_has_no_keyword_finds_nothing_the_flags_are_read() -> None:
    def do_capability(self: ImapServer, talk: Talk, rest: str) -> str:
        talk.say("* CAPABILITY IMAP4rev1 IDLE X-GM-EXT-1")
        return "OK done"

    def do_search(self: ImapServer, talk: Talk, rest: str) -> str:
        talk.say("* SEARCH")
        return "OK found"

    def do_fetch(self: ImapServer, talk: Talk, rest: str) -> str:
        if "FLAGS" not in rest:
            return ImapServer.do_fetch(self, talk, rest)
        for number in self.letters:
            talk.say(f"* 1 FETCH (UID {number} FLAGS ({' '.join(sorted(self.flags.get(number, ())))}))")
        return "OK fetched"

    own = {"do_capability": do_capability, "do_search": do_search, "do_fetch": do_fetch}
    server = type("Gmail", (ImapServer,), own)(letters={**LETTERS, 20: letter(b"thrown away\n")})
    server.flags = {5: {"\\Seen", "$NotPhishing"}, 20: {"\\Deleted"}}
    with running(server):
        assert opened(account(server)).waiting_there()
        assert taken(opened(account(server))) == list(LETTERS.values())
        assert server.flags[5] == {"\\Seen", "$NotPhishing", KEYWORD}
        assert not opened(account(server)).waiting_there()
        server.letters = {}
        assert taken(opened(account(server))) == []


def test_without_keywords_the_mark_is_seen(server: ImapServer) -> None:
    server.keywords = False
    assert len(taken(opened(account(server)))) == 3
    assert server.flags[3] == {"\\Seen"}
    assert taken(opened(account(server))) == []


def test_reading_marks_nothing_and_asks_for_no_more_than_anybody_reads(server: ImapServer) -> None:
    list(opened(account(server)).letters())
    assert server.flags == {}
    asked = [line for line in server.said if "FETCH" in line]
    assert len(asked) == 3
    assert all(f"BODY.PEEK[]<0.{MOST_READ}>" in line for line in asked)


def test_of_a_persons_own_mailbox_no_more_is_fetched_than_looks_like_ours(server: ImapServer) -> None:
    """Thousands of letters that are none of ours took hours, and his provider shut him out for a day."""
    ours = {number: letter(b"x\n", "", "", f"X-Loop: club{number}@example.org") for number in (600, 1201)}
    server.letters = {number: letter(b"a cat\n") for number in range(1, 1200)} | ours
    server.flags = {600: {"\\Seen"}, 1201: {KEYWORD}}
    found = list(opened(account(server)).glance(lambda head: b"x-loop:" in head.lower()))
    assert found == [("7:600", ours[600]), ("7:1201", ours[1201])]
    assert sum("FETCH" in line for line in server.said) == 3 + 2
    assert server.flags == {600: {"\\Seen"}, 1201: {KEYWORD}}


def test_a_line_that_breaks_half_way_is_made_anew_and_no_letter_comes_before_an_older_one(server: ImapServer) -> None:
    server.break_at = 5
    assert taken(opened(account(server))) == list(LETTERS.values())


def test_a_line_that_breaks_while_the_folder_is_made_anew_gives_no_letter_by_its_old_number(
    server: ImapServer,
) -> None:
    server.break_at = 5
    waiting = opened(account(server)).letters()
    next(waiting)
    server.epoch = 8
    with pytest.raises(Waiting, match="made anew"):
        list(waiting)


def test_a_folder_that_was_made_anew_has_other_numbers(server: ImapServer) -> None:
    box = opened(account(server))
    (handle, _) = next(box.letters())
    server.epoch = 8
    other = opened(account(server))
    next(other.letters())
    other.done(handle)
    assert server.flags == {}


def test_a_letter_that_was_taken_away_meanwhile_is_passed_over(server: ImapServer) -> None:
    box = opened(account(server))
    waiting = box.letters()
    next(waiting)
    del server.letters[5]
    assert [data for _, data in waiting] == [LETTERS[12]]


def test_idle_ends_when_a_letter_arrives(server: ImapServer) -> None:
    server.arrives = [letter(b"fourth\n")]
    box = opened(account(server))
    began = time.perf_counter()
    assert box.wait(20)
    assert time.perf_counter() - began < 10
    assert len(taken(box)) == 4


def test_idle_ends_when_the_time_is_over_and_the_box_still_works(server: ImapServer) -> None:
    box = opened(account(server))
    assert not box.wait(0.2)
    assert len(taken(box)) == 3


def test_idle_ends_when_the_time_is_over_though_the_server_says_that_it_is_still_there() -> None:
    """Dovecot says so every two minutes; whoever began to count anew each time would miss every deadline."""

    def do_idle(self: ImapServer, talk: Talk, rest: str) -> None:
        talk.say("+ idling")
        for _ in range(60):
            time.sleep(0.05)
            talk.say("* OK Still here")

    server = type("Chatty", (ImapServer,), {"do_idle": do_idle})(letters=dict(LETTERS))
    with running(server):
        box = opened(account(server))
        began = time.perf_counter()
        assert not box.wait(0.3)
        assert time.perf_counter() - began < 2
        assert len(taken(box)) == 3


def test_a_server_without_idle_is_asked_again_after_a_while(server: ImapServer) -> None:
    server.idle = False
    assert opened(account(server)).wait(0.01)
    assert not any("IDLE" in line for line in server.said)


def test_a_wrong_password_is_told_without_it(server: ImapServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUB_PASSWORD", "weevils")
    with pytest.raises(Waiting) as caught:
        list(opened(account(server)).letters())
    assert str(caught.value) == "mailbox of club@localhost: wrong password"
    assert "weevils" not in str(caught.value)


def test_of_a_password_that_cannot_be_said_no_letter_is_told(
    server: ImapServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLUB_PASSWORD", "we\u00e4vils")
    with pytest.raises(Waiting, match="name or password has signs beyond ASCII") as caught:
        list(opened(account(server)).letters())
    assert not any(sign in str(caught.value) for sign in ("\u00e4", "xe4", "position"))


def test_a_token_is_sent_as_xoauth2(server: ImapServer) -> None:
    assert len(taken(opened(account(server, token=True)))) == 3
    assert any("AUTHENTICATE XOAUTH2" in line for line in server.said)


def test_a_server_that_is_down_is_a_reason_to_wait() -> None:
    with pytest.raises(Waiting):
        list(opened(account(ImapServer(port=1))).letters())


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("My Games", "My Games"), ("[Gmail]/Entw\u00fcrfe", "[Gmail]/Entw&APw-rfe"), ("War & Peace", "War &- Peace"),
        ("R&D-Games", "R&-D-Games"), ("~peter/\u53f0\u5317/x", "~peter/&U,BTFw-/x"), ("Entw&APw-rfe", "Entw&APw-rfe"),
        ("Fun&Games-2026", "Fun&-Games-2026"), ("Rock&Roll-Club", "Rock&-Roll-Club"),
    ],
)  # fmt: skip
def test_a_folder_may_be_named_as_people_name_it(name: str, said: str, server: ImapServer) -> None:
    with pytest.raises(Waiting, match="SELECT was refused"):
        list(opened(account(server), name).letters())
    assert any(line.endswith(f'SELECT "{said}"') for line in server.said)


@pytest.mark.parametrize("subject", ["'my orders'", ""])
def test_a_letter_that_the_server_does_not_give_keeps_no_other_from_coming(subject: str) -> None:
    """Exchange cannot convert some letters, and one of them would have held up all that came after it for good."""

    def do_fetch(self: ImapServer, talk: Talk, rest: str) -> str:
        if rest.startswith("5 ") and not (subject and "HEADER" in rest):
            return "NO The requested message could not be converted to an RFC-822 compatible format."
        return ImapServer.do_fetch(self, talk, rest)

    server = type("Exchange", (ImapServer,), {"do_fetch": do_fetch})(letters=dict(LETTERS))
    with running(server):
        box, found = opened(account(server)), []
        waiting = box.letters()
        for handle, data in (next(waiting), next(waiting)):
            found.append(data)
            box.done(handle)
        told = f"letter 5{' ' * bool(subject)}{subject} is not given, move it to another folder: The requested message"
        with pytest.raises(Waiting, match=f"mailbox of club@localhost: {told}"):
            next(waiting)
        assert found == [LETTERS[3], LETTERS[12]]
        with pytest.raises(Waiting):
            taken(opened(account(server)))
        assert KEYWORD not in server.flags.get(5, ())


@pytest.mark.parametrize("answer", ["", "BAD Command Error. 12"])
def test_a_letter_over_which_the_server_hangs_up_keeps_no_other_from_coming(answer: str) -> None:
    """As Dovecot does, run by run, over a letter that it cannot read; its setting imap_fetch_failure says so."""

    def do_fetch(self: ImapServer, talk: Talk, rest: str) -> str:
        if rest.startswith("5 "):
            if answer:
                return answer
            raise Hangup
        return ImapServer.do_fetch(self, talk, rest)

    server = type("Dovecot", (ImapServer,), {"do_fetch": do_fetch})(letters=dict(LETTERS))
    with running(server):
        found: list[bytes] = []
        with pytest.raises(Waiting, match="mailbox of club@localhost: the line breaks at letter 5"):
            taken(opened(account(server)), found)
        assert found == [LETTERS[3], LETTERS[12]]
        assert server.flags == {3: {KEYWORD}, 12: {KEYWORD}}


def test_a_server_that_hangs_up_over_every_letter_is_left_alone_until_the_next_run() -> None:
    def do_fetch(self: ImapServer, talk: Talk, rest: str) -> str:
        raise Hangup

    server = type("Down", (ImapServer,), {"do_fetch": do_fetch})(letters={n: letter(b"x\n") for n in range(1, 40)})
    with running(server), pytest.raises(Waiting):
        list(opened(account(server)).letters())
    assert sum("FETCH" in line for line in server.said) < 20


def test_a_letter_that_was_thrown_away_in_another_session_is_passed_over() -> None:
    """Dovecot and Cyrus say NO then."""
    server = saying("fetch", answer="NO [EXPUNGEISSUED] Some of the requested messages no longer exist.")
    with running(made := server(letters=dict(LETTERS))):
        assert taken(opened(account(made))) == []


def test_idle_is_used_where_a_server_offers_it_only_to_whoever_is_in() -> None:
    """Cyrus and Yahoo say so after LOGIN, and were looked at every few minutes alone."""

    def do_capability(self: ImapServer, talk: Talk, rest: str) -> str:
        inside = any(" LOGIN " in line for line in self.said)
        talk.say("* CAPABILITY IMAP4rev1" + " IDLE" * inside)
        return "OK done"

    server = type("Cyrus", (ImapServer,), {"do_capability": do_capability})(letters=dict(LETTERS))
    with running(server):
        assert not opened(account(server)).wait(0.2)
    assert "PBEM IDLE" in server.said


def test_a_folder_that_is_not_there_is_told(server: ImapServer) -> None:
    with pytest.raises(Waiting, match="SELECT"):
        list(opened(account(server), "Games").letters())
    with pytest.raises(BadInput, match="no name of a folder"):
        opened(account(server), 'x" \r\nA LOGOUT')


@pytest.mark.parametrize("host", ["mail.example.org", "10.0.0.1", "localhost.example.org"])
def test_nothing_but_this_machine_is_spoken_to_in_clear(host: str) -> None:
    with pytest.raises(BadInput, match="in clear"):
        Account(host, "club", Secret("env", "X"), security=Security.NONE)


@pytest.mark.parametrize("security", [Security.TLS, Security.STARTTLS])
def test_over_tls_the_server_is_who_it_says(security: Security, tmp_path: Path) -> None:
    context, authority = certificates(tmp_path)
    made = ImapServer(letters=dict(LETTERS))
    made.tls, made.starttls = (context, None) if security is Security.TLS else (None, context)
    with running(made):
        place = account(made, security=security, authority=str(authority))
        assert len(taken(opened(place))) == 3
        with pytest.raises(Waiting, match=r"(?i)certificate"):
            list(opened(account(made, security=security)).letters())
        assert sum("LOGIN" in line for line in made.said) == 1


@pytest.mark.parametrize(("data", "why"), [(None, "No such file"), (b"no certificate\n", "holds no certificate")])
def test_an_authority_that_cannot_be_used_is_told_by_its_name(
    data: bytes | None, why: str, server: ImapServer, tmp_path: Path
) -> None:
    path = tmp_path / "club.pem"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(BadInput, match=f"club.pem', named as the authority, .*{why}"):
        list(opened(account(server, security=Security.TLS, authority=str(path))).letters())


def test_a_certificate_for_another_host_is_refused(tmp_path: Path) -> None:
    context, authority = certificates(tmp_path, "mail.example.net")
    with running(ImapServer(tls=context)) as made:
        assert isinstance(made, ImapServer)
        with pytest.raises(Waiting, match=r"(?i)certificate"):
            list(opened(account(made, security=Security.TLS, authority=str(authority))).letters())


def test_a_server_without_starttls_is_told_no_password(server: ImapServer) -> None:
    with pytest.raises(Waiting):
        list(opened(account(server, security=Security.STARTTLS)).letters())
    assert not any("LOGIN" in line for line in server.said)


def saying(word: str, *lines: str | bytes, answer: str = "OK done") -> type[ImapServer]:
    """A server that answers one command in a way of its own."""

    def do(self: ImapServer, talk: Talk, rest: str) -> str:
        for line in lines:
            talk.say(line)
        return answer

    return type("Strange", (ImapServer,), {f"do_{word}": do})


@pytest.mark.parametrize(
    "strange",
    [
        saying("fetch", "* 1 FETCH (UID 3 BODY[]<0> {10}", LETTERS[3]),
        saying("fetch", "* 1 FETCH (UID 3 BODY[]<0> {99999999999999999999}", LETTERS[3]),
        saying("capability", b"* CAPABILITY \xff\xfe IMAP4rev1"),
        saying("search", "* BYE going down"),
        saying("search", b"PBEM9 OK \xff"),
        saying("select", "* OK [PERMANENTFLAGS ()] none", answer="OK [READ-ONLY] open"),
        saying("noop", "* " + "a" * 1_500_000),
    ],
    ids=["size too small", "size beyond memory", "no ASCII", "bye", "other tag", "read only", "endless line"],
)
def test_whatever_a_server_says_the_letters_come_later(strange: type[ImapServer]) -> None:
    server = strange(letters=dict(LETTERS))
    with (
        running(server), ImapBox(account(server), timeout=5) as box,
        pytest.raises(Waiting, match="mailbox of club@localhost"),
    ):  # fmt: skip
        taken(box)


@pytest.mark.parametrize(
    ("lines", "found"),
    [(("* SEARCH 5 3 3 3",), [3, 5]), (("* SEARCH 3", "* SEARCH 12"), [3, 12]), (("* SEARCH",), []), ((), []),
     (("* SEARCH a -1 3 " + "9" * 5000, "* SEARCH \u0663"), [3])],
)  # fmt: skip
def test_numbers_of_letters_are_taken_from_whatever_looks_like_one(lines: tuple[str, ...], found: list[int]) -> None:
    server = saying("search", *lines)(letters=dict(LETTERS))
    with running(server):
        assert taken(opened(account(server))) == [LETTERS[number] for number in found]


def test_a_letter_without_bytes_is_passed_over() -> None:
    server = saying("fetch", "* 1 FETCH (UID 3 BODY[]<0> NIL)")(letters=dict(LETTERS))
    with running(server):
        assert taken(opened(account(server))) == []
