import StateKitCLI

Tool.main()
