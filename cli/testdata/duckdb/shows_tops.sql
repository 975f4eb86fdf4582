-- pivot sales.csv --rows region,product --cols year(date) --values 'sum(units),sum(units),sum(units),sum(units),sum(units),sum(units),sum(units)' --show 'sum(units)=value,sum(units)=rank,sum(units)=pct_total,sum(units)=pct_parent_row,sum(units)=running,sum(units)=diff_prev,sum(units)=pct_col' --sort label --top '2 of product by sum(units)'
with g as (
    select grouping(region, product) as down, region, product, grouping(y) as across, y, sum(units) as s
    from (select *, year(date) as y from sales)
    group by rollup(region, product), rollup(y)
), grid as (
    select r.*, c.*, g.s
    from (select distinct down, region, product from g) r cross join (select distinct across, y from g) c
        left join g on g.down = r.down and g.region is not distinct from r.region and g.product is not distinct from r.product and g.across = c.across and g.y is not distinct from c.y
), f as ( -- shares and ranks are among all labels
    select *,
        sum(s) filter (down = 3 and across = 1) over () as everything,
        sum(s) filter (down = 3) over (partition by across, y) as col_total,
        sum(s) filter (down = 1) over (partition by across, y, region) as parent,
        rank() over (partition by across, y, down, case down when 0 then coalesce(region, '?') end order by s desc nulls last) as largest,
        first(s order by across desc) over (partition by down, region, product order by across desc rows between unbounded preceding and unbounded following) as whole
    from grid
), k as (
    select *, down > 0 or row_number() over (partition by down, region, across, y order by whole desc nulls last, product nulls last) <= 2 as kept
    from f
), w as ( -- running totals and differences are among those that are shown
    select *, sum(s) over up_to as running, lag(s) over up_to as before, row_number() over up_to as turn
    from k
    where kept
    window up_to as (partition by across, y, down, case down when 0 then coalesce(region, '?') end order by region nulls last, product nulls last rows unbounded preceding)
), v as (
    select down, region, product, printf('%02d', dense_rank() over (order by across, y nulls last)) as place,
        s as a,
        case when down < 3 and s is not null then largest end as b,
        s::double / nullif(everything, 0)::double as c,
        s::double / nullif(case down when 0 then parent when 1 then col_total else s end, 0)::double as d,
        case when down < 3 then running end as e,
        case when down < 3 and turn > 1 and coalesce(s, before) is not null then coalesce(s, 0) - coalesce(before, 0) end as f,
        s::double / nullif(col_total, 0)::double as g,
        (select count(*) from f k where k.down = 0 and k.across = 1 and k.region is not distinct from w.region) as products
    from w
)
select case down when 3 then 'Total' when 1 then coalesce(region, '(blank)') || ' total' || if(products > 2, ' of all ' || products, '') else region end, columns(* exclude (down, region, products))
from (pivot v on place using first(a) as a, first(b) as b, first(c) as c, first(d) as d, first(e) as e, first(f) as f, first(g) as g group by down, region, product, products)
order by down = 3, region nulls last, down, product nulls last
