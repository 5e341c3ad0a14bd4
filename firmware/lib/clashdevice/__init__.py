"""The application on the device: screens, keys, display, storage, link, sound, words, board pins."""
