-- Notifies other processes, unless the connection says that there are none. A notification wakes every connection of the database that
-- listens, on any channel, and each worker of a queue has one.
CREATE OR REPLACE FUNCTION "orrery_tell"(p_channel TEXT, p_payload TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('orrery.alone', true) IS DISTINCT FROM 'on' THEN
        PERFORM pg_notify(p_channel, p_payload);
    END IF;
END
$$;
