"""The wheel of the Python package, made of the archive of an existing build."""

import glob
import os
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from environments import environment, run

# Exactly these, so that a day on which one of them changes is a day like any other.
BUILDS_WITH = ("scikit-build-core==1.1.2", "nanobind==3.1.0")


def installed(folder, needs, release):
    """The interpreter of an environment in a folder that has the packages `needs` and the wheel, and the wheel's path."""
    python = environment(folder, (*BUILDS_WITH, *needs))
    wheel = build(python, folder, release)
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall", wheel)
    return python, wheel


def build(python, folder, release):
    """Builds the wheel with an interpreter that has BUILDS_WITH, and gives its path."""
    wheels = os.path.join(folder, "wheel")
    shutil.rmtree(wheels, ignore_errors=True)
    defines = {
        "CMAKE_CXX_COMPILER": "clang++-19",
        "CMAKE_C_COMPILER": "clang-19",
        "HALFWORD_SOURCE": ROOT,
        "HALFWORD_BUILD": os.path.abspath(release),
    }
    if shutil.which("ccache"):
        defines |= {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache", "CMAKE_C_COMPILER_LAUNCHER": "ccache"}
    settings = [f"--config-settings=cmake.define.{name}={value}" for name, value in defines.items()]
    settings.append(f"--config-settings=build-dir={os.path.join(folder, 'cmake')}")
    run(
        python,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-build-isolation",
        *settings,
        "--wheel-dir",
        wheels,
        os.path.join(ROOT, "python"),
        env=dict(os.environ, CMAKE_BUILD_PARALLEL_LEVEL=str(len(os.sched_getaffinity(0)))),
    )
    (wheel,) = glob.glob(os.path.join(wheels, "*.whl"))
    return wheel
