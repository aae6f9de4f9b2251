"""Numbers of the system calls that the filters speak of, for x86_64 and aarch64 (None: it has no such call)."""

from __future__ import annotations

from typing import Final

from .kernel import MACHINE

# Calls that no scenario and no verifier needs. Grouped by what an attacker would do with them.
_REFUSED: Final[dict[str, tuple[int | None, int | None]]] = {
    # talk to the world (socketpair stays, for AF_UNIX: event loops wake themselves with one)
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    # become another program
    "execve": (59, 221),
    "execveat": (322, 281),
    "vfork": (58, None),
    # reach into other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    # signals: refused to all, one's own process too (who may signal whom is not visible to a filter)
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
    # leave the process group that is killed as one, or change who one is
    "setsid": (112, 157),
    "setuid": (105, 146),
    "setgid": (106, 144),
    "setreuid": (113, 145),
    "setregid": (114, 143),
    "setresuid": (117, 147),
    "setresgid": (119, 149),
    "setfsuid": (122, 151),
    "setfsgid": (123, 152),
    "setgroups": (116, 159),
    "capset": (126, 91),
    "personality": (135, 92),
    # mounts and namespaces
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "statmount": (457, 457),
    "listmount": (458, 458),
    "unshare": (272, 97),
    "setns": (308, 268),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    # kernel surface with a history
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "bpf": (321, 280),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "userfaultfd": (323, 282),
    "perf_event_open": (298, 241),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "vmsplice": (278, 75),
    "lookup_dcookie": (212, 18),
    "uselib": (134, None),
    "modify_ldt": (154, None),
    "iopl": (172, None),
    "ioperm": (173, None),
    "lsm_set_self_attr": (460, 460),
    # memory that no limit counts, and stores that outlive the process
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    # attributes of files: Landlock does not govern these
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "truncate": (76, 45),
    "mknod": (133, None),
    "mknodat": (259, 33),
    # scheduling of others
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "sched_setaffinity": (203, 122),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "set_mempolicy_home_node": (450, 450),
    # the machine itself
    "reboot": (169, 142),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "syslog": (103, 116),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "vhangup": (153, 58),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
}

# Calls that are looked at by their arguments.
_EXAMINED: Final[dict[str, tuple[int | None, int | None]]] = {
    "clone": (56, 220),
    "clone3": (435, 435),
    "fork": (57, None),
    "prctl": (157, 167),
    "ioctl": (16, 29),
    "fcntl": (72, 25),
    "prlimit64": (302, 261),
    "socketpair": (53, 199),
    "setpgid": (109, 154),
}

SECCOMP: Final = {"x86_64": 317, "aarch64": 277}.get(MACHINE)
CAPSET: Final = {"x86_64": 126, "aarch64": 91}.get(MACHINE)
AUDIT_ARCH: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}.get(MACHINE)
# Numbers above this one are of later kernels than this table: they do not exist for confined code.
HIGHEST_KNOWN: Final = 466

_COLUMN: Final = 0 if MACHINE == "x86_64" else 1
REFUSED: Final[dict[str, int]] = {
    name: number for name, both in _REFUSED.items() if (number := both[_COLUMN]) is not None
}
EXAMINED: Final[dict[str, int]] = {
    name: number for name, both in _EXAMINED.items() if (number := both[_COLUMN]) is not None
}
