# SPDX-License-Identifier: Apache-2.0
"""Reads the fields that the applications write: uncompressed datasets of HDF5 files, by the file format's specification
(version 0 superblock, version 1 headers). For what else there is, take h5py."""
from __future__ import annotations

import pathlib
import struct
from typing import Any, Iterator

from perflib.errors import BadInput

SYMBOL_TABLE, DATASPACE, DATATYPE, LAYOUT, CONTINUATION = 0x11, 0x01, 0x03, 0x08, 0x10


class _File:
    def __init__(self, path: pathlib.Path) -> None:
        self.data, self.path = path.read_bytes(), path
        if self.data[:9] != b"\x89HDF\r\n\x1a\n\0" or self.data[13:15] != b"\x08\x08":
            raise BadInput(f"{path}: no HDF5 file of the applications (give their final.h5)")

    def at(self, form: str, offset: int) -> tuple:
        return struct.unpack_from("<" + form, self.data, offset)

    def messages(self, header: int) -> Iterator[tuple[int, int]]:
        """Type and offset of the messages of an object."""
        _, _, count, _, size = self.at("BBHII", header)
        blocks = [(header + 16, size)]
        for begin, length in blocks:
            offset = begin
            while offset + 8 <= begin + length and count > 0:
                kind, size = self.at("HH", offset)
                if kind == CONTINUATION:
                    blocks.append(self.at("QQ", offset + 8))
                yield kind, offset + 8
                offset, count = offset + 8 + size, count - 1

    def children(self, group: int) -> Iterator[tuple[str, int]]:
        """Name and header of the objects in a group."""
        tree, heap = next(self.at("QQ", offset) for kind, offset in self.messages(group) if kind == SYMBOL_TABLE)
        names = self.at("Q", heap + 24)[0]
        for child in range(self.at("H", tree + 6)[0]):
            node = self.at("Q", tree + 24 + 8 + 16 * child)[0]
            for entry in range(self.at("H", node + 6)[0]):
                name, header = self.at("QQ", node + 8 + 40 * entry)
                begin = names + name
                yield self.data[begin : self.data.index(b"\0", begin)].decode(), header


def read_field(path: pathlib.Path, name: str = "u") -> Any:
    """The dataset /<name> as a numpy array.

    :raises BadInput: if there is none, or it is stored in another way
    """
    import numpy  # comes with matplotlib

    file = _File(path)
    for child, header in file.children(file.at("Q", 64)[0]):
        if child != name:
            continue
        found = dict(file.messages(header))
        rank = file.data[found[DATASPACE] + 1]
        shape = file.at(f"{rank}Q", found[DATASPACE] + 8)
        width = file.at("I", found[DATATYPE] + 4)[0]
        version, layout, address = file.at("BBQ", found[LAYOUT])
        if (version, layout) != (3, 1) or width not in (4, 8):
            break
        return numpy.frombuffer(file.data, f"<f{width}", count=int(numpy.prod(shape)), offset=address).reshape(shape)
    raise BadInput(f"{path}: no contiguous dataset /{name} of floating-point numbers")
