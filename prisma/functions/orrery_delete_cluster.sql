-- Deletes a cluster with its objects, its part of the log and its incidents, unless it does not exist; changes that no other
-- cluster sees are removed. Returns whether there was one.
CREATE OR REPLACE FUNCTION "orrery_delete_cluster"(p_cluster TEXT) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
DECLARE
    was_there BOOLEAN;
BEGIN
    -- No process may append to the history of a cluster that is being deleted.
    PERFORM pg_advisory_xact_lock(hashtextextended('decision ' || p_cluster, 0));
    -- First, as forking, going back and copying do. The log goes last.
    UPDATE "log_part" SET "up_to" = -1 WHERE "cluster" = p_cluster;
    -- By itself: it waits for those who write to the cluster, and only a statement after it sees what they wrote.
    DELETE FROM "cluster" WHERE "id" = p_cluster;
    was_there := FOUND;
    DELETE FROM "object" WHERE "cluster" = p_cluster;
    DELETE FROM "heartbeat" WHERE "cluster" = p_cluster;
    DELETE FROM "node_fault" WHERE "cluster" = p_cluster;
    DELETE FROM "incident" WHERE "cluster" = p_cluster;
    DELETE FROM "decision" WHERE "cluster" = p_cluster;
    DELETE FROM "descheduling_run" WHERE "cluster" = p_cluster;
    DELETE FROM "descheduling_due" WHERE "cluster" = p_cluster;
    DELETE FROM "component_view" WHERE "cluster" = p_cluster;
    DELETE FROM "recording" WHERE "cluster" = p_cluster;
    DELETE FROM "recorded_entry" WHERE "cluster" = p_cluster;
    DELETE FROM "log_removal" WHERE "cluster" = p_cluster;
    -- What other clusters see of its logs stays.
    PERFORM "orrery_drop_unseen"(array_agg(p."log")) FROM "log_part" p WHERE p."cluster" = p_cluster;
    DELETE FROM "log_part" WHERE "cluster" = p_cluster;
    RETURN was_there;
END
$$;
