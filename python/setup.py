"""Builds a wheel of what CMake made: the package with machine code for the stable ABI of Python 3.11."""

import os
import re
import shutil

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("DAL_PYTHON_BUILD", os.path.join(HERE, "..", "build", "python"))
with open(os.path.join(HERE, "..", "CMakeLists.txt")) as file:
    VERSION = re.search(r"VERSION (\d+\.\d+\.\d+)", file.read()).group(1)


class Copy(build_ext):
    def build_extension(self, extension):
        made = os.path.join(BUILD, "dalembert", "_core.abi3.so")
        if not os.path.exists(made):
            raise SystemExit(f"{made} is missing: run make first")
        target = self.get_ext_fullpath(extension.name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(made, target)


setup(name="dalembert", version=VERSION, description="Constrained mechanics: equations, motion, animation",
      python_requires=">=3.11", packages=["dalembert"], package_data={"dalembert": ["py.typed", "*.pyi"]},
      ext_modules=[Extension("dalembert._core", [], py_limited_api=True)], cmdclass={"build_ext": Copy},
      options={"bdist_wheel": {"py_limited_api": "cp311"}})
