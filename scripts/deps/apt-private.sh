# SPDX-License-Identifier: Apache-2.0
# A private apt: other suites of the machine's own Debian mirror, with lists and cache of its own.
# Needs no root and changes nothing on the system. Sourced by scripts/setup.

# What apt itself has read out of sources.list and *.sources: where Debian's own archive lies. The
# release's origin and label tell it from third-party and security entries.
debian_mirrors() {
  apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(COMPONENT)|$(REPO_URI)' 'Identifier: Packages' |
    awk -F'|' '$1 == "Debian" && $2 == "Debian" && $3 == "main" && !seen[$4]++ {print $4}'
}

apt_private_config() { # folder
  cat <<END
Dir::State "$1/state";
Dir::State::lists "$1/lists";
Dir::State::status "/dev/null";
Dir::Cache "$1/cache";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
APT::Sandbox::User "$(id -un)";
END
}

# Leaves APT_CONFIG pointing at an apt that knows the given suites.
apt_private() { # folder suite...
  local folder=$1 mirrors uri suite trust= keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  shift
  # Packages stay verified: by Debian's keys where they lie in a file, else by those apt trusts anyway.
  if [ -e "$keyring" ]; then trust="[signed-by=$keyring] "; fi
  mkdir -p "$folder"/{state,lists/partial,cache/archives/partial}
  mirrors=$(debian_mirrors)
  apt_private_config "$folder" >"$folder/apt.conf"
  if [ -z "$mirrors" ]; then
    # A machine whose lists were never loaded (images come like that): load them into the private folder.
    APT_CONFIG=$folder/apt.conf apt-get -qq update || warn "apt-get update reported errors"
    mirrors=$(APT_CONFIG=$folder/apt.conf debian_mirrors)
  fi
  [ -n "$mirrors" ] || return 1
  for uri in $mirrors; do
    for suite in "$@"; do echo "deb $trust$uri $suite main"; done
  done >"$folder/sources.list"
  cat >>"$folder/apt.conf" <<END
Dir::Etc::sourcelist "$folder/sources.list";
Dir::Etc::sourceparts "/dev/null";
END
  export APT_CONFIG=$folder/apt.conf
  apt-get -qq update
}

# Downloads packages ("name" or "name/suite") and unpacks them all into a folder.
apt_unpack() { # folder package...
  local folder=$1 downloads package
  shift
  downloads=$(mktemp -d "$folder.XXXX")
  (cd "$downloads" && apt-get -qq download "$@") || return 1
  mkdir -p "$folder"
  for package in "$downloads"/*.deb; do
    say "  $(dpkg-deb -f "$package" Package) $(dpkg-deb -f "$package" Version)"
    dpkg -x "$package" "$folder" || return 1
  done
  rm -rf "$downloads"
}
