"""The pictures of README.md show what the program currently draws and prints."""

import readme_pictures


def test_the_pictures_are_up_to_date() -> None:
    for name, picture in readme_pictures.pictures().items():
        assert (readme_pictures.FOLDER / name).read_text(encoding="utf-8") == picture, (
            "python tools/readme_pictures.py makes them again"
        )


def test_the_pictures_load_nothing_from_servers() -> None:
    for picture in readme_pictures.pictures().values():
        assert "@font-face" not in picture
        assert "href" not in picture
