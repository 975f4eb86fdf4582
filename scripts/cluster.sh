#!/usr/bin/env bash
# cluster.sh start: two shards of ClickHouse with a Distributed table of flights, and PostgreSQL and MariaDB with the same rows, on this
# machine.
# cluster.sh stop: stops them and removes their data.
# cluster.sh port: starts them, and prints the first port alone: what scripts/test.sh tells the tests.
# cluster.sh packages FOLDER: fetches the packages of ClickHouse into a folder, for PACKAGES on a machine without a network.
#
# The programs come from Debian's packages, unpacked into a folder: nothing is installed, and no file of the system is changed. CLUSTER
# names the folder of the servers, PROGRAMS that of the programs, ROWS the number of flights. WHY names a file for the reason where the
# servers cannot be started, and PATIENCE says how many tenths of a second a server may take. PORT is the first of the ports that are used on
# 127.0.0.1; PORT=free takes ports that nobody uses and writes the first of them to CLUSTER/port. WHILE names a process: the servers stop when the process has ended.
# ROWS=0 starts shards without a table, and no other server; SHARDS says how many, and CORES binds each to so many processors of its own: both halves of a core, where it has two. PACKAGES names a folder
# with the packages, from which nothing needs to be fetched.
set -euo pipefail

home=${CLUSTER:-${TMPDIR:-/tmp}/cardinal-cluster}
root=${PROGRAMS:-${TMPDIR:-/tmp}/cardinal-cluster/programs}
rows=${ROWS:-200000}
shards=${SHARDS:-2}
cores=${CORES:-0}
port=${PORT:-28120} # HTTP of the shards: +0, +1; their own protocol: +2, +3; HTTPS of the first shard: +4; between shards: +5, +6; PostgreSQL: +7; MariaDB: +8; two further shards: +10 to +16
[ "$port" = free ] && [ -e "$home/port" ] && port=$(cat "$home/port")
run=$home/run
user=nobody # PostgreSQL and MariaDB refuse to run as root

say() { printf 'cluster: %s\n' "$*"; }
die() { say "$@" >&2; [ -z "${WHY:-}" ] || printf '%s\n' "$*" >"$WHY"; exit 1; }

# listed reports whether the machine's list of packages has a package. Root fetches the list where it does not.
listed() {
    apt-cache show "$1" >/dev/null 2>&1 && return
    [ "$(id -u)" -eq 0 ] && apt-get -qq update >/dev/null 2>&1
    apt-cache show "$1" >/dev/null 2>&1
}

# missing lists the packages that a package needs and the machine does not have.
missing() { apt-get install -s --no-install-recommends "$@" 2>/dev/null | awk '/^Inst/ {print $2}' | grep -v -E '^(mysql-common|mariadb-common|adduser|ssl-cert|postgresql-(client-)?common)$' || true; }

# fetched reports whether the programs are there. An earlier version of this script fetched no MariaDB.
fetched() { [ -e "$root/done" ] && { [ "$rows" = 0 ] || [ -x "$mariadb" ]; }; }

programs() {
    fetched && return
    mkdir -p "$root"
    exec 8>"$root.lock" # another run may fetch them
    flock 8
    fetched && return
    if [ -n "${PACKAGES:-}" ]; then
        unpack "$PACKAGES"
        return
    fi
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || die "the programs come from packages of Debian 12, and this is no Debian"
    listed clickhouse-server || die "this machine's list of packages has no clickhouse-server, which Debian 12 has (not root, or no network: apt-get update)"
    mkdir -p "$root/packages"
    local wanted=(clickhouse-server clickhouse-common mariadb-server-core)
    [ -x /usr/lib/postgresql/15/bin/postgres ] || wanted+=(postgresql-15)
    say "fetching ${wanted[*]} and what they need"
    (cd "$root/packages" && timeout 300 apt-get -qq -o APT::Sandbox::User=root -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 download $(missing "${wanted[@]}") >/dev/null) || die "the packages cannot be fetched (no network, or an old list of packages: apt-get update)"
    unpack "$root/packages"
    rm -r "$root/packages"
}

# unpack unpacks the packages of a folder.
unpack() {
    local package
    for package in "$1"/*.deb; do
        dpkg-deb -x "$package" "$root"
    done
    touch "$root/done"
    exec 8>&-
}

# free finds nine ports in a row that nobody uses.
free() {
    local at
    for ((port = 28200; port < 28600; port += 10)); do
        for at in 0 1 2 3 4 5 6 7 8; do
            listens $((port + at)) 2>/dev/null && continue 2
        done
        return 0
    done
    die "no ports are free"
}

libraries=$root/usr/lib/x86_64-linux-gnu:$root/lib/x86_64-linux-gnu
mariadb=$root/usr/sbin/mariadbd
postgres=/usr/lib/postgresql/15/bin
[ -x $postgres/postgres ] || postgres=$root/usr/lib/postgresql/15/bin

# as_user runs a program of PostgreSQL or MariaDB.
as_user() {
    local command=(env "LD_LIBRARY_PATH=$libraries" "$@")
    if [ "$(id -u)" -eq 0 ]; then
        (cd / && setpriv --reuid=$user --regid=nogroup --clear-groups "${command[@]}")
    else
        "${command[@]}"
    fi
}

flights() {
    awk -v n="$rows" 'BEGIN {
        split("ATL BOS DEN DFW JFK LAX MIA ORD SEA SFO", airport, " "); split("AA B6 DL UA WN", carrier, " ")
        seed = 1
        for (i = 0; i < n; i++) {
            seed = (seed * 69069 + 1) % 4294967296; r = int(seed / 65536)
            seed = (seed * 69069 + 1) % 4294967296; s = int(seed / 65536)
            from = airport[1 + int((r % 100) * (r % 100) / 1000)]; to = airport[1 + s % 10]
            delay = r % 13 == 0 ? "\\N" : int((s % 1000) * (s % 1000) / 4000) - 30
            day = i % 730; month = 1 + int(day % 365 / 31); year = 2023 + int(day / 365)
            printf "%d\t%d-%02d-%02d\t%s\t%s\t%s\t%s\t%d\t%d.%02d\t%d-%02d-%02d %02d:%02d:00\n", i, year, month, 1 + day % 28, from, to,
                carrier[1 + r % 5], delay, 100 + (r * 7 + s) % 2600, 40 + s % 900, r % 100, year, month, 1 + day % 28, r % 24, s % 60
        }
    }'
}

# clusters describes the clusters one, two, three and four: the first shard, the first two, and so on.
clusters() {
    local names=(one two three four) of="" n
    for ((n = 0; n < shards; n++)); do
        of+="<shard><replica><host>127.0.0.1</host><port>$((port + n % 2 + n / 2 * 10 + 2))</port></replica></shard>"
        printf '<%s>%s</%s>' "${names[n]}" "$of" "${names[n]}"
    done
}

# processors lists the processors, those of one core beside each other.
processors() { lscpu -p=CPU,SOCKET,CORE | grep -v '^#' | sort -t, -k2,2n -k3,3n -k1,1n | cut -d, -f1; }

clickhouse() {
    local i=$1 folder=$run/clickhouse$1 tls="" threads="" bound=()
    local at=$((port + i % 2 + i / 2 * 10)) # of the shard's ports
    if [ "$cores" -gt 0 ]; then
        bound=(taskset -c "$(processors | sed -n "$((i * cores + 1)),$(((i + 1) * cores))p" | paste -sd,)")
        threads="<max_threads>$cores</max_threads>"
    fi
    mkdir -p "$folder"/{data,tmp,formats}
    [ "$i" = 0 ] && [ -e "$run/server.key" ] && tls="<https_port>$((port + 4))</https_port><openSSL><server><certificateFile>$run/server.crt</certificateFile><privateKeyFile>$run/server.key</privateKeyFile><verificationMode>none</verificationMode><loadDefaultCAFile>false</loadDefaultCAFile></server></openSSL>"
    cat >"$folder/users.xml" <<XML
<yandex>
  <profiles><default><max_memory_usage>2000000000</max_memory_usage>$threads</default><reader><readonly>1</readonly></reader>
    <skipping><readonly>1</readonly><skip_unavailable_shards>1</skip_unavailable_shards></skipping>
    <cutting><readonly>1</readonly><max_rows_to_group_by>3</max_rows_to_group_by><group_by_overflow_mode>any</group_by_overflow_mode></cutting>
    <careless><skip_unavailable_shards>1</skip_unavailable_shards><max_result_rows>3</max_result_rows><result_overflow_mode>break</result_overflow_mode>
      <max_rows_to_group_by>1000</max_rows_to_group_by><group_by_overflow_mode>any</group_by_overflow_mode></careless></profiles>
  <users>
    <default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default>
    <reader><password>of &amp; 'quotes'</password><networks><ip>127.0.0.1</ip></networks><profile>reader</profile><quota>default</quota></reader>
    <skipper><password></password><networks><ip>127.0.0.1</ip></networks><profile>skipping</profile><quota>default</quota></skipper>
    <cutter><password></password><networks><ip>127.0.0.1</ip></networks><profile>cutting</profile><quota>default</quota></cutter>
    <careless><password></password><networks><ip>127.0.0.1</ip></networks><profile>careless</profile><quota>default</quota></careless>
  </users>
  <quotas><default/></quotas>
</yandex>
XML
    cat >"$folder/config.xml" <<XML
<yandex><logger><level>warning</level><log>$folder/log</log><errorlog>$folder/errors</errorlog></logger>
  <http_port>$at</http_port><tcp_port>$((at + 2))</tcp_port><interserver_http_port>$((at + 5))</interserver_http_port>$tls
  <listen_host>127.0.0.1</listen_host><mark_cache_size>67108864</mark_cache_size>
  <path>$folder/data/</path><tmp_path>$folder/tmp/</tmp_path><format_schema_path>$folder/formats/</format_schema_path>
  <users_config>$folder/users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database><timezone>UTC</timezone>
  <remote_servers>$(clusters)</remote_servers>
</yandex>
XML
    LD_LIBRARY_PATH=$libraries setsid "${bound[@]}" "$root/usr/sbin/clickhouse-server" --config-file="$folder/config.xml" >"$folder/out" 2>&1 </dev/null 8>&- 9>&- &
    echo $! >"$folder/pid"
}

# ask sends a query to a shard. What the standard input has follows the query.
ask() { curl -sS --fail-with-body "http://127.0.0.1:$((port + $1))/?query=$(printf %s "$2" | od -An -tx1 | tr -d ' \n' | sed 's/../%&/g')" --data-binary @-; }

wait_for() {
    local i
    for i in $(seq "${PATIENCE:-300}"); do
        "$@" >/dev/null 2>&1 && return
        sleep 0.1
    done
    tail -n 5 "$run"/clickhouse*/{out,errors} >&2 2>/dev/null || true
    die "a server does not start"
}

listens() { (exec 7<>"/dev/tcp/127.0.0.1/$1"); }

ready() {
    touch "$run/ready"
    echo "$port" >"$home/port"
}

load_clickhouse() {
    local i columns='id UInt32, date Date, origin String, destination String, carrier String, delay Nullable(Int16), distance UInt16, fare Decimal(9, 2), departed DateTime'
    for i in 0 1; do
        wait_for curl -sSf "http://127.0.0.1:$((port + i))/ping"
        ask $i "CREATE TABLE flights_shard ($columns) ENGINE = MergeTree PARTITION BY toYear(date) ORDER BY (carrier, intHash32(id)) SAMPLE BY intHash32(id)" </dev/null
        ask $i "CREATE TABLE flights ($columns) ENGINE = Distributed(two, default, flights_shard, id)" </dev/null
        awk -v shard=$i 'NR % 2 == shard' "$run/flights.tsv" | ask $i 'INSERT INTO flights_shard FORMAT TabSeparated'
    done
}

load_postgres() {
    local data=$run/postgres
    mkdir -p "$data"
    [ "$(id -u)" -eq 0 ] && chown $user:nogroup "$data"
    as_user $postgres/initdb -D "$data/data" -U cardinal -A trust -E UTF8 --locale=C >/dev/null
    cp "$run/server.crt" "$run/server.key" "$data/data/"
    [ "$(id -u)" -eq 0 ] && chown $user:nogroup "$data"/data/server.*
    chmod 600 "$data/data/server.key"
    printf 'host all asked 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\nlocal all all trust\n' >"$data/pg_hba.new"
    as_user cp "$data/pg_hba.new" "$data/data/pg_hba.conf"
    as_user $postgres/pg_ctl -D "$data/data" -l "$data/log" -w -o "-p $((port + 7)) -k $data -c listen_addresses=127.0.0.1 -c ssl=on" start >/dev/null 8>&- 9>&-
    psql_c() { as_user $postgres/psql -q -v ON_ERROR_STOP=1 -h "$data" -p $((port + 7)) -U cardinal "$@"; }
    psql_c -d postgres -c 'CREATE DATABASE flights'
    psql_c -d flights -c 'CREATE TABLE flights (id integer, date date, origin text, destination text, carrier text, delay smallint, distance smallint, fare numeric(9,2), departed timestamp)'
    psql_c -d flights -c '\copy flights from stdin' <"$run/flights.tsv"
    psql_c -d flights -c 'ANALYZE flights' -c "CREATE ROLE asked LOGIN PASSWORD 'of & ''quotes'''" -c 'GRANT SELECT ON flights TO asked'
}

load_mariadb() {
    local data=$run/mariadb share=$root/usr/share/mysql
    mkdir -p "$data"
    cp "$run/server.crt" "$run/server.key" "$data/"
    [ "$(id -u)" -eq 0 ] && chown -R $user:nogroup "$data"
    # a server that starts removes the temporary tables in its folder for them, those of other servers, too
    local server=("$mariadb" --no-defaults --datadir="$data/data" --tmpdir="$data/tmp" --lc-messages-dir="$share" --character-sets-dir="$share/charsets"
        --plugin-dir="$root/usr/lib/mysql/plugin" --innodb-buffer-pool-size=64M --innodb-flush-log-at-trx-commit=2)
    as_user mkdir "$data/data" "$data/tmp"
    { # a bootstrap reads a statement to the end of its line
        printf 'CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;\n'
        cat "$share"/mysql_{system_tables,performance_tables,system_tables_data}.sql
        printf '%s;\n' 'FLUSH PRIVILEGES' 'CREATE DATABASE flights CHARACTER SET utf8mb4' "CREATE USER cardinal@'127.0.0.1'" \
            "GRANT ALL ON *.* TO cardinal@'127.0.0.1'" "CREATE USER asked@'127.0.0.1' IDENTIFIED BY 'of & \\'quotes\\''" \
            'USE flights' 'CREATE TABLE flights (id int, date date, origin varchar(3), destination varchar(3), carrier varchar(2), delay smallint, distance smallint, fare decimal(9, 2), departed datetime)' \
            "GRANT SELECT ON flights.flights TO asked@'127.0.0.1'" "LOAD DATA INFILE '$run/flights.tsv' INTO TABLE flights" 'ANALYZE TABLE flights'
    } | as_user "${server[@]}" --bootstrap >"$run/mariadb.out" 2>&1 || { tail -n 5 "$run/mariadb.out" >&2; die "MariaDB cannot make its tables"; }
    as_user setsid "${server[@]}" --port=$((port + 8)) --bind-address=127.0.0.1 --socket="$data/socket" --pid-file="$data/pid" --skip-name-resolve \
        --ssl-cert="$data/server.crt" --ssl-key="$data/server.key" >"$run/mariadb.out" 2>&1 </dev/null 8>&- 9>&- &
    wait_for listens $((port + 8))
}

# alive reports whether the process of a file is a server of this folder.
alive() { [ -e "$1" ] && tr '\0' ' ' 2>/dev/null <"/proc/$(head -n 1 "$1")/cmdline" | grep -qF "$run/"; }

# servers lists the processes of this folder's servers, those that have not written their number yet, too.
servers() {
    local pid
    for pid in $(grep -lsF -- "$run/" /proc/[0-9]*/cmdline | cut -d/ -f3); do
        if [ -e "/proc/$pid" ]; then echo "$pid"; fi # grep itself has ended
    done
}

stop() {
    local tries pid
    if alive "$run/postgres/data/postmaster.pid"; then
        as_user $postgres/pg_ctl -D "$run/postgres/data" -m immediate -w stop >/dev/null || true
    fi
    for tries in $(seq 100); do # a MariaDB that begins to start forgets that it was asked to end
        mapfile -t pid < <(servers)
        [ ${#pid[@]} -gt 0 ] || break
        kill -s "$([ "$tries" -lt 50 ] && echo TERM || echo KILL)" "${pid[@]}" 2>/dev/null || true
        sleep 0.1
    done
    rm -rf "$run" "$home/port"
}

addresses() {
    say "clickhouse://default@127.0.0.1:$port/default?table=flights"
    say "postgres://cardinal@127.0.0.1:$((port + 7))/flights?table=public.flights"
    say "mysql://cardinal@127.0.0.1:$((port + 8))/flights?table=flights"
}

case "${1:-}" in
start)
    if [ -e "$run/ready" ] && listens "$port" 2>/dev/null; then
        addresses
        exit
    fi
    for tool in curl openssl; do
        [ "$rows" = 0 ] || command -v $tool >/dev/null || die "$tool is not there: make setup installs it"
    done
    programs
    stop
    trap 'ended=$?; [ $ended -eq 0 ] || stop' EXIT # no server of a failed start stays
    if [ "${PORT:-}" = free ]; then
        exec 9>"$root.ports" # until the servers listen
        flock 9
        free
    fi
    mkdir -p "$run"
    chmod 755 "$run"
    if [ -n "${WHILE:-}" ]; then
        setsid bash "$0" until "$WHILE" >/dev/null 2>&1 </dev/null 8>&- 9>&- &
    fi
    if [ "$rows" = 0 ]; then
        for ((i = 0; i < shards; i++)); do clickhouse "$i"; done
        for ((i = 0; i < shards; i++)); do wait_for listens $((port + i % 2 + i / 2 * 10)); done
        ready
        exit
    fi
    if [ "$(id -u)" -eq 0 ]; then # the other user must reach the folder
        as_user test -x "$run" || die "the user $user cannot reach $run: name another folder with CLUSTER"
    fi
    openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=elsewhere -addext subjectAltName=DNS:elsewhere -keyout "$run/server.key" -out "$run/server.crt" 2>/dev/null
    flights >"$run/flights.tsv"
    chmod 644 "$run/flights.tsv"
    clickhouse 0
    clickhouse 1
    load_postgres
    load_mariadb
    load_clickhouse
    ready
    say "$rows flights on two shards of ClickHouse, in PostgreSQL and in MariaDB:"
    addresses
    ;;
port) # starts them, and prints the first port alone
    bash "$0" start >&2
    cat "$home/port"
    ;;
packages)
    folder=${2:?a folder}
    mkdir -p "$folder"
    depends=(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances clickhouse-common)
    # shellcheck disable=SC2046
    (cd "$folder" && apt-get -qq -o APT::Sandbox::User=root download clickhouse-server clickhouse-common $("${depends[@]}" | grep -E '^(lib|zlib1g)' | sort -u | grep -v -E '^lib(c6|crypt1|gcc-s1|stdc\+\+6)$')) || die "the packages cannot be fetched: is the list of packages old (apt-get update)?"
    ;;
until)
    while kill -0 "$2" 2>/dev/null; do sleep 0.5; done
    stop
    rmdir "$home" 2>/dev/null || true
    ;;
stop)
    stop
    say "stopped; the programs stay in $root for the next time"
    ;;
*)
    die "usage: cluster.sh start|stop|port|packages FOLDER"
    ;;
esac
