import tiny

tiny.main()
