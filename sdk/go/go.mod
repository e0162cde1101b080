module github.com/orrery-dev/orrery/sdk/go

go 1.19
