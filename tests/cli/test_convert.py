"""`netinit convert`: version 2 on the standard output, problems on the other, exit codes as render's."""

from __future__ import annotations

from netinit.cli.main import main


def convert(tmp_path, capsys, text, *options):
    """Exit code, standard output and standard error for an input file."""
    file = tmp_path / "network-config"
    file.write_text(text)
    code = main(["convert", *options, str(file)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err.replace(str(tmp_path), "")


def test_prints_version_2_below_network(tmp_path, capsys):
    text = "version: 2\nethernets: {eth0: {dhcp4: yes, mtu: 01400}}\n"
    assert convert(tmp_path, capsys, text) == (
        0,
        "network:\n  version: 2\n  ethernets:\n    eth0:\n      mtu: 1400\n      dhcp4: true\n",
        "",
    )


def test_problems_go_to_the_standard_error_and_what_is_sound_is_printed(tmp_path, capsys):
    code, out, err = convert(
        tmp_path, capsys, "version: 2\nethernets: {eth0: {mtu: big, dhcp4: true}}\n"
    )
    assert code == 2
    assert out == "network:\n  version: 2\n  ethernets:\n    eth0:\n      dhcp4: true\n"
    assert err.startswith("/network-config:2:25: error: ethernets.eth0.mtu: expected an integer")


def test_strict_turns_a_warning_into_exit_1(tmp_path, capsys):
    text = "version: 2\nethernets: {eth0: {new-key: 1}}\n"
    assert convert(tmp_path, capsys, text)[0] == 0
    assert convert(tmp_path, capsys, text, "--strict")[0] == 1


def test_a_disabled_network_stays_disabled(tmp_path, capsys):
    assert convert(tmp_path, capsys, "network: {config: disabled}\n") == (
        0,
        "network:\n  config: disabled\n",
        "",
    )


def test_converting_twice_changes_nothing(tmp_path, capsys):
    text = "version: 2\nethernets: {eth0: {addresses: [192.0.2.1/24], gateway4: 192.0.2.254}}\n"
    once = convert(tmp_path, capsys, text)[1]
    assert "to: default" in once
    assert convert(tmp_path, capsys, once)[1] == once


def test_an_unknown_format_is_wrong_usage(tmp_path, capsys):
    code, out, err = convert(tmp_path, capsys, "", "--from", "v3")
    assert (code, out) == (64, "")
    assert "invalid choice" in err
