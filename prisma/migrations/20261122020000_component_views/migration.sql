-- What a component lets others see of its own state, such as the zones of the node-lifecycle controller: for answers to
-- people, never for decisions. One row a component; lost with its cluster.
CREATE TABLE "component_view" (
    "cluster" TEXT NOT NULL,
    "component" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    CONSTRAINT "component_view_pkey" PRIMARY KEY ("cluster", "component")
);
