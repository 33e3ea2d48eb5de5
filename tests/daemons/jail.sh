#!/bin/sh
# A private machine for one daemon test: own network, mounts and processes, a system bus, the veth pair eth0/peer0.
#   unshare --net --mount --pid --fork --kill-child sh jail.sh networkd|NetworkManager COMMAND...
# The daemon's messages go to /run/daemon.log.
set -eu
owned() {
    dbus-send --system --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner "string:$1" |
        grep -q true
}
daemon=$1
shift
mount -t tmpfs none /run
mount -t tmpfs none /etc/NetworkManager
mount -t sysfs -o ro none /sys
mount -t proc none /proc
id=$(cat /etc/machine-id /var/lib/dbus/machine-id 2>/dev/null | head -n 1)
mount -t tmpfs none /var/lib
mkdir -p /var/lib/dbus
[ -z "$id" ] || echo "$id" >/var/lib/dbus/machine-id
mkdir -p /run/dbus /run/systemd/network \
    /etc/NetworkManager/system-connections /etc/NetworkManager/conf.d /run/etc-network
if [ -d /etc/systemd/network ]; then mount --bind /run/etc-network /etc/systemd/network; fi
ip link set lo up
ip link add eth0 type veth peer name peer0
ip link set peer0 up
dbus-daemon --system --nopidfile --fork 2>/dev/null
case $daemon in
networkd)
    /lib/systemd/systemd-networkd >/run/daemon.log 2>&1 &
    ready="owned org.freedesktop.network1"
    ;;
NetworkManager)
    printf '[main]\nauth-polkit=false\nplugins=keyfile\nno-auto-default=*\n' >/etc/NetworkManager/NetworkManager.conf
    /usr/sbin/NetworkManager --no-daemon >/run/daemon.log 2>&1 &
    ready="owned org.freedesktop.NetworkManager"
    ;;
esac
[ "$daemon" != none ] || ready=true
tries=0
until $ready >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || { cat /run/daemon.log; exit 99; }
    sleep 0.1
done
"$@"
